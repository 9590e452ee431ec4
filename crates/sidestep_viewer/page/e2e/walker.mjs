// A walker as BVH text, for tests that bring files: nothing of it was captured.

const CHANNELS = "CHANNELS 3 Zrotation Xrotation Yrotation";
const HZ = 30;
const STILL = [0, 0, 0];

const LEG = [
  ["UpLeg", 0.1, -0.05, 0],
  ["Leg", 0, -0.42, 0],
  ["Foot", 0, -0.42, 0],
  ["ToeBase", 0, -0.06, 0.14],
];
const ARM = [
  ["Arm", 0.2, 0.2, 0],
  ["ForeArm", 0.27, 0, 0],
  ["Hand", 0.25, 0, 0],
];
const HEAD = [
  ["Neck", 0, 0.3, 0],
  ["Head", 0, 0.1, 0],
];

/**
 * A body that strides with stiff knees, in units of `unit` metres with the axis `up` (Y or Z) upwards. It goes
 * ahead, or to its left at `side` metres a second; before that it holds a T-pose for `tPose` frames.
 */
export function walker({ unit = 0.01, up = "Y", frames = 240, side = 0, tPose = 0 } = {}) {
  const isZUp = up === "Z";
  const at = (x, y, z) => (isZUp ? [x, -z, y] : [x, y, z]).map((metres) => (metres / unit).toFixed(4)).join(" ");
  const pitch = (degrees) => [0, degrees, 0];
  const roll = (degrees) => (isZUp ? [0, 0, -degrees] : [degrees, 0, 0]);
  const chain = (name, mirror, [[joint, x, y, z], ...rest]) => {
    const next = rest.length > 0 ? chain(name, mirror, rest) : `End Site\n{\nOFFSET ${at(0, 0, 0.05)}\n}`;
    return `JOINT ${name}${joint}\n{\nOFFSET ${at(mirror * x, y, z)}\n${CHANNELS}\n${next}\n}`;
  };
  const trunk = [chain("Left", 1, ARM), chain("Right", -1, ARM), chain("", 1, HEAD)].join("\n");
  const body = [
    chain("Left", 1, LEG),
    chain("Right", -1, LEG),
    `JOINT Spine\n{\nOFFSET ${at(0, 0.2, 0)}\n${CHANNELS}\n${trunk}\n}`,
  ].join("\n");
  const root = "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation";
  const row = (frame) => {
    const isPose = frame < tPose;
    const secs = Math.max(0, frame - tPose) / HZ;
    const swing = (phase) => pitch(isPose ? 0 : 25 * Math.sin(2 * Math.PI * secs + phase));
    const down = isPose ? 0 : 70;
    const legs = [0, Math.PI].flatMap((phase) => [swing(phase), STILL, STILL, STILL]);
    const arms = [roll(-down), STILL, STILL, roll(down), STILL, STILL];
    const place = at(side * secs, 0.95, side === 0 ? 1.2 * secs : 0);
    return [place, STILL, ...legs, STILL, ...arms, STILL, STILL].flat().join(" ");
  };
  const motion = Array.from({ length: frames }, (_, frame) => row(frame)).join("\n");
  const head = `HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n${root}\n${body}\n}`;
  return `${head}\nMOTION\nFrames: ${frames}\nFrame Time: ${1 / HZ}\n${motion}\n`;
}
