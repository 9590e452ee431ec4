// Plays a clip of a library beside the characters, with its ball and marks under planted feet.
import { BufferGeometry, Color, Mesh, MeshStandardMaterial, type Scene, type Vector3 } from "three";
import type { Clip, ClipObject, Joint } from "../wire/protocol";
import { discardBall, makeBall } from "./ball";
import { clothes } from "./body";
import { JOINTS_WIDTH, floatTexture } from "./body_shader";
import { type JointTable, fetchJoints } from "./joint_table";
import type { FloorPaint } from "./floor_paint";
import { JOINT_TEXELS, ONE_SKIN, SKIN_WIDTH, type Skin, drawSkins, fetchSkin, fillSkin, poseSkin } from "./skin";

export interface ClipPlayer {
  play(library: string, index: number, clip: Clip, joints: Joint[]): Promise<void>;
  stop(): void;
  /** Moves on; answers whether a clip plays. */
  advance(secs: number): boolean;
  paint(paint: FloorPaint): void;
  /** Where its root is, while it plays. */
  place(out: Vector3): boolean;
  name(): string | null;
}

const COLOUR = "#7c8a99";

/** Makes a player that plays nothing. */
export function makeClipPlayer(scene: Scene): ClipPlayer {
  const data = new Float32Array(JOINTS_WIDTH * 4);
  const moves = new Float32Array(JOINTS_WIDTH * JOINT_TEXELS * 4);
  const table = floatTexture(moves, SKIN_WIDTH, (JOINTS_WIDTH * JOINT_TEXELS) / SKIN_WIDTH);
  let clip: { table: JointTable; joints: Joint[]; name: string; skin: Skin } | null = null;
  let mesh: Mesh | null = null;
  let balls: { mesh: Mesh; object: ClipObject }[] = [];
  let at = 0;
  const stop = () => {
    if (mesh) scene.remove(mesh);
    for (const ball of balls) discardBall(ball.mesh, scene);
    mesh = null;
    balls = [];
    clip = null;
  };
  const frame = () => (clip ? Math.floor(at * clip.table.rateHz) % clip.table.frames : 0);
  return {
    stop,
    async play(library, index, played, joints) {
      const [fetched, skin] = await Promise.all([
        fetchJoints(`/library/${library}/clip/${index}.joints`),
        fetchSkin(library, "plain"),
      ]);
      stop();
      clip = { table: fetched, joints, name: played.name, skin };
      at = 0;
      mesh = makeBody(skin, table);
      balls = played.objects.map((object) => ({ mesh: makeBall(object.radius), object }));
      scene.add(mesh, ...balls.map((ball) => ball.mesh));
    },
    advance(secs) {
      if (!clip) return false;
      at += secs;
      const start = frame() * clip.table.joints * 4;
      data.set(clip.table.positions.subarray(start, start + clip.table.joints * 4));
      poseSkin(clip.skin, data, 0, moves, 0);
      table.needsUpdate = true;
      for (const { mesh: ball, object } of balls) placeBall(ball, object, frame());
      return true;
    },
    paint(paint) {
      if (!clip) return;
      const contacts = clip.table.contacts[frame()] ?? 0;
      const colour = new Color(COLOUR);
      clip.joints.forEach((joint, index) => {
        const bit = joint.role === "left_toe" ? 1 : joint.role === "right_toe" ? 2 : 0;
        if ((contacts & bit) !== 0)
          paint.ring(data[index * 4] ?? 0, data[index * 4 + 2] ?? 0, 0.09, 0.03, colour, 0.9);
      });
    },
    place(out) {
      out.fromArray(data);
      return clip !== null;
    },
    name: () => clip?.name ?? null,
  };
}

/** Puts a ball where it is in a frame; nothing is known of it outside its own stretch. */
function placeBall(ball: Mesh, { from, places }: ClipObject, frame: number): void {
  const at = (frame - from) * 3;
  ball.visible = at >= 0 && at + 2 < places.length;
  if (ball.visible) ball.position.fromArray(places, at);
}

function makeBody(skin: Skin, table: ReturnType<typeof floatTexture>): Mesh {
  const geometry = new BufferGeometry();
  fillSkin(geometry, skin, clothes(COLOUR));
  const material = new MeshStandardMaterial({ vertexColors: true, roughness: 0.8 });
  const uniforms = { skinTable: { value: table }, firstTexel: { value: 0 } };
  drawSkins(material, ONE_SKIN, uniforms, "lit");
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.receiveShadow = true;
  return mesh;
}
