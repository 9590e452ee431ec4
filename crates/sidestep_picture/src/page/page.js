// Plays the clips of this page: a few hulls of balls on a plain 2D canvas, no library, no request.
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const stage = $('stage'), pen = stage.getContext('2d'), strip = $('strip');

// ---- data ------------------------------------------------------------------------------------
const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
const wordsOf = text => {
  const bytes = bytesOf(text), view = new DataView(bytes.buffer), words = new Float32Array(bytes.length / 2);
  for (let i = 0; i < words.length; i++) words[i] = view.getInt16(2 * i, true);
  return words;
};
for (const clip of data.clips) {
  clip.body = data.bodies[clip.body];
  clip.words = wordsOf(clip.local);
  clip.roots = wordsOf(clip.root);
  clip.feet = bytesOf(clip.contacts);
  clip.secs = Math.max(0, clip.frames - 1) / clip.rate;
}

// Root and centres at a time, between two frames.
function sample(clip, secs) {
  const at = Math.min(Math.max(secs * clip.rate, 0), clip.frames - 1);
  const a = Math.floor(at), b = Math.min(a + 1, clip.frames - 1), t = at - a;
  const mix = (from, i, j) => from[i] + (from[j] - from[i]) * t;
  const r = clip.roots;
  const turn = ((r[3 * b + 2] - r[3 * a + 2]) / 32767 * Math.PI + 3 * Math.PI) % (2 * Math.PI) - Math.PI;
  const root = [mix(r, 3 * a, 3 * b) * clip.rootStep, mix(r, 3 * a + 1, 3 * b + 1) * clip.rootStep,
    r[3 * a + 2] / 32767 * Math.PI + turn * t];
  const n = 3 * clip.body.centres, centres = new Array(clip.body.centres);
  for (let c = 0; c < centres.length; c++) {
    const i = n * a + 3 * c, j = n * b + 3 * c, s = clip.localStep;
    centres[c] = [root[0] + mix(clip.words, i, j) * s, mix(clip.words, i + 1, j + 1) * s,
      root[1] + mix(clip.words, i + 2, j + 2) * s];
  }
  const things = [];
  for (const { radius, places } of clip.objects) {
    const from = places[a], to = places[b] || from;
    if (from) things.push({ radius, centre: from.map((value, i) => value + (to[i] - value) * t) });
  }
  return { root, centres, things, frame: Math.round(at) };
}

function speedAt(clip, secs) {
  const half = Math.min(0.15, clip.secs / 2);
  const a = sample(clip, secs - half).root, b = sample(clip, secs + half).root;
  const span = Math.min(secs + half, clip.secs) - Math.max(secs - half, 0);
  return span > 0 ? Math.hypot(b[0] - a[0], b[1] - a[1]) / span : 0;
}

// ---- state -----------------------------------------------------------------------------------
const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
const state = { clip: 0, secs: 0, playing: !still, pace: 1, follow: false, trail: true, repeat: false,
  yaw: 0.9, pitch: 0.2, distance: 3.7, target: [0, 0], turned: 0, dirty: true };
const views = [[0.9, 0.2], [Math.PI / 2, 0.08], [0, 0.12], [Math.PI, 0.2], [Math.PI, 1.45]];
const clipNow = () => data.clips[state.clip];
const sizeNow = () => clipNow().body.size;

function choose(index) {
  const count = data.clips.length;
  state.clip = ((index % count) + count) % count;
  state.secs = 0;
  const { root } = sample(clipNow(), 0);
  state.target = [root[0], root[1]];
  state.turned = root[2];
  [...$('clips').querySelectorAll('button')].forEach((button, i) => {
    button.setAttribute('aria-current', i === state.clip);
    if (i === state.clip) button.scrollIntoView({ block: 'nearest' });
  });
  $('count').textContent = (count > 1 ? `${state.clip + 1} of ${count}: ` : '') + clipNow().name;
  look(+$('view').value);
  drawStrip();
}

function look(view) {
  $('view').value = view;
  state.yaw = (state.follow ? 0 : state.turned) - views[view][0];
  state.pitch = views[view][1];
  state.dirty = true;
}

function seek(secs) {
  state.secs = Math.min(Math.max(secs, 0), clipNow().secs);
  state.dirty = true;
}

function setPlaying(playing) {
  state.playing = playing;
  $('play').textContent = playing ? '❚❚' : '▶';
  state.dirty = true;
}

// ---- camera ----------------------------------------------------------------------------------
let width = 1, height = 1, ratio = 1, eye, right, up, ahead, focal, middle;
let colours = {};
function resize() {
  ratio = Math.min(devicePixelRatio || 1, 2);
  width = innerWidth; height = innerHeight;
  stage.width = width * ratio; stage.height = height * ratio;
  const style = getComputedStyle(document.documentElement);
  for (const name of ['sky', 'haze', 'floor', 'line', 'ink', 'grey', 'trunk', 'left', 'right', 'label', 'shade', 'rim', 'object'])
    colours[name] = style.getPropertyValue('--' + name).trim();
  drawStrip();
  state.dirty = true;
}

function aim() {
  const size = sizeNow(), yaw = state.yaw + (state.follow ? state.turned : 0);
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(state.pitch), Math.cos(state.pitch)];
  const toward = [sy * cp, sp, cy * cp];
  const focus = [state.target[0], 0.88 * size, state.target[1]];
  const distance = state.distance * size * Math.max(1, 0.75 * height / width);
  eye = focus.map((value, i) => value + toward[i] * distance);
  ahead = toward.map(value => -value);
  right = [cy, 0, -sy];
  up = [-sy * sp, cp, -cy * sp];
  focal = 1.15 * Math.min(height - 120, 1.4 * height);
  middle = [width / 2, (height - 110) / 2 + 6];
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
// [x, y, pixels of a metre, depth], or null behind the eye.
function project(p) {
  const d = [p[0] - eye[0], p[1] - eye[1], p[2] - eye[2]], depth = dot(d, ahead);
  if (depth < 0.05 * sizeNow()) return null;
  const scale = focal / depth;
  return [middle[0] + dot(d, right) * scale, middle[1] - dot(d, up) * scale, scale, depth];
}

// ---- drawing ---------------------------------------------------------------------------------
function hull(points) {
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = list => {
    const chain = [];
    for (const p of list) {
      while (chain.length > 1) {
        const [a, b] = [chain[chain.length - 2], chain[chain.length - 1]];
        if ((b[0] - a[0]) * (p[1] - b[1]) - (b[1] - a[1]) * (p[0] - b[0]) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    chain.pop();
    return chain;
  };
  return half(points).concat(half(points.reverse()));
}

const around = Array.from({ length: 16 }, (_, i) => [Math.cos(i * Math.PI / 8), Math.sin(i * Math.PI / 8)]);
function trace(points) {
  points.forEach((p, i) => i ? pen.lineTo(p[0], p[1]) : pen.moveTo(p[0], p[1]));
  pen.closePath();
}

function drawFloor(size) {
  // The horizon lies where a direction without height points.
  const horizon = middle[1] - focal * Math.tan(state.pitch);
  const sky = pen.createLinearGradient(0, horizon - height * 0.6, 0, horizon);
  sky.addColorStop(0, colours.sky); sky.addColorStop(1, colours.haze);
  pen.fillStyle = sky; pen.fillRect(0, 0, width, height);
  if (horizon < height) {
    const floor = pen.createLinearGradient(0, horizon, 0, horizon + height * 0.35);
    floor.addColorStop(0, colours.haze); floor.addColorStop(1, colours.floor);
    pen.fillStyle = floor; pen.fillRect(0, horizon, width, height - horizon);
  }
  const pitch = size > 3 ? size : size < 0.3 ? size : 1, reach = 9;
  const [x0, z0] = state.target.map(value => Math.round(value / pitch) * pitch);
  pen.strokeStyle = colours.line; pen.lineWidth = 1;
  for (let i = -reach; i <= reach; i++) for (let j = -reach; j < reach; j++) {
    const fade = 1 - Math.hypot(i, j + 0.5) / reach;
    if (fade <= 0) continue;
    pen.globalAlpha = 0.75 * fade;
    line([x0 + i * pitch, 0, z0 + j * pitch], [x0 + i * pitch, 0, z0 + (j + 1) * pitch]);
    line([x0 + j * pitch, 0, z0 + i * pitch], [x0 + (j + 1) * pitch, 0, z0 + i * pitch]);
  }
  pen.globalAlpha = 1;
}

function line(a, b) {
  const [p, q] = [project(a), project(b)];
  if (!p || !q) return;
  pen.beginPath(); pen.moveTo(p[0], p[1]); pen.lineTo(q[0], q[1]); pen.stroke();
}

function drawTrail(clip, size) {
  const from = Math.max(0, state.secs - 8), to = Math.min(clip.secs, state.secs + 4), step = 1 / 15;
  pen.lineWidth = 2; pen.strokeStyle = colours.ink;
  for (let t = Math.floor(from / step) * step; t < to; t += step) {
    const a = sample(clip, t).root, b = sample(clip, Math.min(t + step, to)).root;
    const age = t < state.secs ? (state.secs - t) / 8 : (t - state.secs) / 4;
    pen.globalAlpha = Math.max(0, (t < state.secs ? 0.5 : 0.18) * (1 - age));
    line([a[0], 0, a[1]], [b[0], 0, b[1]]);
  }
  for (const print of clip.prints) {
    const age = state.secs - print.to;
    if (print.from > state.secs || age > 8) continue;
    pen.globalAlpha = 0.5 * (1 - Math.max(0, age) / 8);
    const points = [];
    for (const [x, z, r] of [[...print.heel, 0.036], [...print.toe, 0.048]])
      for (const [c, s] of around) points.push(project([x + c * r * size, 0, z + s * r * size]));
    if (points.some(p => !p)) continue;
    pen.fillStyle = print.side ? colours.right : colours.left;
    pen.beginPath(); trace(hull(points)); pen.fill();
  }
  pen.globalAlpha = 1;
}

function drawRings(clip, frame, size) {
  for (const print of clip.prints) {
    if (!(clip.feet[frame] & (1 << print.side))) continue;
    if (state.secs < print.from - 0.6 / clip.rate || state.secs > print.to + 0.6 / clip.rate) continue;
    const [x, z] = [0.4 * print.heel[0] + 0.6 * print.toe[0], 0.4 * print.heel[1] + 0.6 * print.toe[1]];
    const points = around.map(([c, s]) => project([x + c * 0.17 * size, 0, z + s * 0.17 * size]));
    if (points.some(p => !p)) continue;
    pen.strokeStyle = pen.fillStyle = print.side ? colours.right : colours.left;
    pen.beginPath(); trace(points);
    pen.globalAlpha = 0.25; pen.fill();
    pen.globalAlpha = 1; pen.lineWidth = 2; pen.stroke();
  }
}

// The light comes from above the left shoulder of the world; all hulls make one shadow.
function drawShadow(body, centres, things) {
  pen.beginPath();
  const shapes = body.shapes.map(shape => shape.balls.map(([centre, radius]) => [centres[centre], radius]));
  for (const balls of [...shapes, ...things.map(thing => [[thing.centre, thing.radius]])]) {
    const points = [];
    for (const [[x, y, z], r] of balls) {
      for (const [c, s] of around) points.push(project([x + 0.3 * y + c * r, 0, z - 0.22 * y + s * r]));
    }
    if (!points.some(p => !p)) trace(hull(points));
  }
  pen.fillStyle = colours.shade; pen.fill();
}

function blend(a, b, t) {
  const part = (colour, i) => parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16);
  const mix = i => Math.round(part(a, i) + (part(b, i) - part(a, i)) * t);
  return `rgb(${mix(0)},${mix(1)},${mix(2)})`;
}

function drawBody(body, centres, things) {
  const seen = [];
  for (const shape of body.shapes) {
    const circles = shape.balls.map(([centre, radius]) => {
      const p = project(centres[centre]);
      return p && [p[0], p[1], radius * p[2], p[3]];
    });
    if (circles.some(circle => !circle)) continue;
    const depth = circles.reduce((sum, circle) => sum + circle[3], 0) / circles.length;
    seen.push({ shape, circles, depth });
  }
  for (const { centre, radius } of things) {
    const p = project(centre);
    if (p) seen.push({ shape: { side: 2 }, circles: [[p[0], p[1], radius * p[2], p[3]]], depth: p[3] });
  }
  const mean = seen.reduce((sum, part) => sum + part.depth, 0) / Math.max(1, seen.length);
  seen.sort((a, b) => b.depth - a.depth);
  const base = { '-1': colours.trunk, 0: colours.left, 1: colours.right, 2: colours.object };
  const outline = (circles, grow, dx, dy) => {
    const points = [];
    for (const [x, y, r] of circles) for (const [c, s] of around)
      points.push([x + (dx + c * grow) * r, y + (dy + s * grow) * r]);
    return hull(points);
  };
  for (const { shape, circles, depth } of seen) {
    const far = (depth - mean) / body.size;
    const colour = blend(base[shape.side], '#10151a', Math.min(0.45, Math.max(0, far * 1.8)));
    pen.beginPath(); trace(outline(circles, 1, 0, 0));
    pen.fillStyle = colour; pen.fill();
    pen.lineWidth = 1.1; pen.strokeStyle = colours.rim; pen.stroke();
    // A lighter core towards the light makes the part look round.
    pen.beginPath(); trace(outline(circles, 0.5, -0.22, -0.22));
    pen.fillStyle = 'rgba(255,255,255,.16)'; pen.fill();
  }
}

function draw() {
  const clip = clipNow(), { centres, things, frame } = sample(clip, state.secs);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  aim();
  drawFloor(clip.body.size);
  if (state.trail) drawTrail(clip, clip.body.size);
  drawRings(clip, frame, clip.body.size);
  drawShadow(clip.body, centres, things);
  drawBody(clip.body, centres, things);
  $('speed').textContent = speedAt(clip, state.secs).toFixed(2) + ' m/s';
  const names = clip.labels.filter(label => frame >= label.from && frame < label.to).map(label => label.name);
  $('what').textContent = names.join(', ');
  $('time').textContent = `${state.secs.toFixed(2)} / ${clip.secs.toFixed(2)} s`;
  $('scrub').value = clip.secs > 0 ? 1000 * state.secs / clip.secs : 0;
  drawHead();
}

// ---- time line -------------------------------------------------------------------------------
let base = null;
function drawStrip() {
  const box = strip.getBoundingClientRect(), clip = clipNow();
  strip.width = Math.max(1, box.width * ratio); strip.height = Math.max(1, box.height * ratio);
  base = document.createElement('canvas');
  base.width = strip.width; base.height = strip.height;
  const p = base.getContext('2d');
  p.scale(ratio, ratio);
  const x = frame => box.width * Math.min(1, frame / Math.max(1, clip.frames - 1));
  p.globalAlpha = 0.25; p.fillStyle = colours.line; p.fillRect(0, 0, box.width, box.height); p.globalAlpha = 1;
  p.textBaseline = 'middle';
  const rows = clip.labels.reduce((most, label) => Math.max(most, label.row + 1), 1), row = 20 / rows;
  for (const label of clip.labels) {
    const [from, to, y] = [x(label.from), x(label.to), label.row * row];
    p.fillStyle = colours.label; p.fillRect(from, y, Math.max(1, to - from - 1), Math.max(1, row - 1));
    if ('moment' in label) { p.fillStyle = colours.object; p.fillRect(x(label.moment) - 1, y, 2, Math.max(1, row - 1)); }
    if (row < 10 || to - from < 24) continue;
    p.save(); p.beginPath(); p.rect(from, y, to - from - 4, row); p.clip();
    p.font = (row < 12 ? 8.5 : 11) + 'px system-ui, sans-serif';
    p.fillStyle = colours.ink; p.fillText(label.name, from + 5, y + row / 2);
    p.restore();
  }
  for (const side of [0, 1]) {
    p.fillStyle = side ? colours.right : colours.left;
    for (let f = 0; f < clip.frames; f++) if (clip.feet[f] & (1 << side)) {
      let end = f;
      while (end + 1 < clip.frames && clip.feet[end + 1] & (1 << side)) end++;
      p.fillRect(x(f), 23 + 9 * side, Math.max(1, x(end + 1) - x(f)), 7);
      f = end;
    }
  }
}

function drawHead() {
  if (!base) return;
  const p = strip.getContext('2d'), clip = clipNow();
  p.setTransform(1, 0, 0, 1, 0, 0);
  p.clearRect(0, 0, strip.width, strip.height);
  p.drawImage(base, 0, 0);
  const at = clip.secs > 0 ? state.secs / clip.secs * (strip.width - 2 * ratio) : 0;
  p.fillStyle = colours.ink; p.fillRect(at, 0, 2 * ratio, strip.height);
}

// ---- hands on --------------------------------------------------------------------------------
data.clips.forEach((clip, i) => {
  const item = document.createElement('li'), button = document.createElement('button');
  for (const text of [clip.name, clip.secs.toFixed(1) + ' s']) {
    const span = document.createElement('span');
    span.textContent = text;
    button.append(span);
  }
  button.title = clip.name;
  button.onclick = () => choose(i);
  item.append(button);
  $('clips').append(item);
});
const pressed = (id, key) => {
  const flip = () => {
    state[key] = !state[key];
    $(id).setAttribute('aria-pressed', state[key]);
    if (key === 'follow') state.yaw += state.follow ? -state.turned : state.turned;
    state.dirty = true;
  };
  $(id).onclick = flip;
  return flip;
};
const flips = { f: pressed('follow', 'follow'), t: pressed('trail', 'trail'), r: pressed('repeat', 'repeat') };
$('play').onclick = () => setPlaying(!state.playing);
$('pace').onchange = () => { state.pace = +$('pace').value; };
$('view').onchange = () => look(+$('view').value);
$('scrub').oninput = () => seek($('scrub').value / 1000 * clipNow().secs);

const held = new Map();
stage.onpointerdown = event => {
  stage.setPointerCapture(event.pointerId);
  held.set(event.pointerId, [event.clientX, event.clientY]);
};
stage.onpointermove = event => {
  const before = held.get(event.pointerId);
  if (!before) return;
  const now = [event.clientX, event.clientY];
  if (held.size === 2) {
    const other = [...held.entries()].find(([id]) => id !== event.pointerId)[1];
    const far = p => Math.hypot(p[0] - other[0], p[1] - other[1]);
    zoom(far(before) / Math.max(1, far(now)));
  } else {
    state.yaw -= (now[0] - before[0]) * 0.008;
    state.pitch = Math.min(1.5, Math.max(-0.05, state.pitch + (now[1] - before[1]) * 0.006));
  }
  held.set(event.pointerId, now);
  state.dirty = true;
};
stage.onpointerup = stage.onpointercancel = event => held.delete(event.pointerId);
const zoom = factor => { state.distance = Math.min(30, Math.max(1.2, state.distance * factor)); state.dirty = true; };
stage.addEventListener('wheel', event => { event.preventDefault(); zoom(Math.exp(event.deltaY * 0.001)); }, { passive: false });

addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === 'SELECT') return;
  const step = state.playing ? 1 : 1 / clipNow().rate;
  const keys = {
    ' ': () => setPlaying(!state.playing), ArrowLeft: () => seek(state.secs - step), ArrowRight: () => seek(state.secs + step),
    ArrowUp: () => choose(state.clip - 1), ArrowDown: () => choose(state.clip + 1),
    Home: () => seek(0), End: () => seek(clipNow().secs), '+': () => zoom(0.9), '-': () => zoom(1.1),
    a: () => { state.yaw -= 0.1; }, d: () => { state.yaw += 0.1; },
    w: () => { state.pitch = Math.min(1.5, state.pitch + 0.06); }, s: () => { state.pitch = Math.max(-0.05, state.pitch - 0.06); },
    ...flips,
  };
  const act = keys[event.key] || (event.key >= '1' && event.key <= '5' && (() => look(event.key - 1)));
  if (!act) return;
  event.preventDefault();
  act();
  state.dirty = true;
});
addEventListener('resize', resize);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', resize);

let last = null;
function tick(now) {
  const passed = last === null ? 0 : Math.min(0.1, (now - last) / 1000);
  last = now;
  if (state.playing) {
    state.secs += passed * state.pace;
    if (state.secs > clipNow().secs) {
      if (state.repeat || data.clips.length < 2) state.secs = 0; else choose(state.clip + 1);
    }
    state.dirty = true;
  }
  const { root } = sample(clipNow(), state.secs), ease = 1 - Math.exp(-passed * 8);
  const turn = ((root[2] - state.turned + 3 * Math.PI) % (2 * Math.PI) + 2 * Math.PI) % (2 * Math.PI) - Math.PI;
  const away = [root[0] - state.target[0], root[1] - state.target[1]];
  if (Math.hypot(...away) + Math.abs(turn) > 1e-4) {
    const jump = Math.hypot(...away) > 2 * sizeNow() ? 1 : ease;
    state.target = [state.target[0] + away[0] * jump, state.target[1] + away[1] * jump];
    state.turned += turn * (jump === 1 ? 1 : ease);
    state.dirty = true;
  }
  if (state.dirty) { state.dirty = false; draw(); }
  requestAnimationFrame(tick);
}

if (data.clips.length) {
  if (innerWidth <= 640) $('list').open = false;
  resize();
  choose(0);
  setPlaying(state.playing);
  requestAnimationFrame(tick);
} else {
  $('count').textContent = 'no clip to show';
}
