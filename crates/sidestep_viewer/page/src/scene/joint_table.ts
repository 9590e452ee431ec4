// Tables of joint positions of a library or a clip, as the server hands them out.
import type { DataTexture } from "three";
import { floatTexture } from "./body_shader";

/** One table of joints: frames one after the other. */
export interface JointTable {
  frames: number;
  joints: number;
  rateHz: number;
  /** x, y, z and the packed turn of each joint of each frame. */
  positions: Float32Array;
  /** Bits 1 left, 2 right of each frame, where the server sent them. */
  contacts: Uint8Array;
}

/** Width of the texture of a table, in texels. */
export const TABLE_WIDTH = 4096;

/** Fetches a table of joints as docs/protocol.md lays it out. */
export async function fetchJoints(url: string): Promise<JointTable> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  const head = new DataView(bytes);
  const [frames, joints] = [head.getUint32(0, true), head.getUint32(4, true)];
  const floats = frames * joints * 4;
  return {
    frames,
    joints,
    rateHz: head.getFloat32(8, true),
    positions: new Float32Array(bytes, 16, floats),
    contacts: new Uint8Array(bytes, 16 + floats * 4),
  };
}

/** A table as a texture, joint by joint. */
export function tableTexture(table: JointTable): DataTexture {
  const texels = table.frames * table.joints;
  const rows = Math.ceil(texels / TABLE_WIDTH) || 1;
  const data = new Float32Array(TABLE_WIDTH * rows * 4);
  data.set(table.positions);
  return floatTexture(data, TABLE_WIDTH, rows);
}
