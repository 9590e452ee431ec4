// A handle for tests and for the curious: the state behind the picture, and time by hand.
import { Vector3 } from "three";
import type { Actors } from "./scene/actors";
import type { Crowd } from "./scene/crowd";
import type { FollowCamera } from "./scene/follow_camera";
import type { View } from "./scene/view";
import type { Session } from "./session";

export interface Handle {
  /** Whether the characters wear their bodies. */
  isDressed(): boolean;
  session: Session;
  view: View;
  follow: FollowCamera;
  crowd: Crowd;
  /** Lets this many ticks pass while time stands; done when their frame has arrived. */
  step(ticks: number): Promise<number>;
  /** Where a joint is on the screen, in pixels. */
  pixelOf(actor: number, joint: number): [number, number];
  /** Milliseconds that one picture takes, drawn to the end; the best of several. */
  drawMs(times: number): number;
}

/** Pictures that a step waits for until what came is drawn. */
const MOST_PICTURES = 100;

const nextPicture = () => new Promise((done) => requestAnimationFrame(done));

/** Puts the handle where the console finds it. */
export function offerHandle(parts: {
  session: Session;
  view: View;
  follow: FollowCamera;
  actors: Actors;
  crowd: Crowd;
}): void {
  const { session, view, follow, actors, crowd } = parts;
  const handle: Handle = {
    isDressed: () => actors.isDressed(),
    session,
    view,
    follow,
    crowd,
    async step(ticks) {
      // Whoever minds where it is looked from is told by a picture: which tick that is must not hang on how
      // long pictures take.
      for (let i = 0; i < MOST_PICTURES && view.isStale(); i++) await nextPicture();
      const done = session.next("stepped");
      session.send({ do: "step", ticks });
      return done;
    },
    pixelOf(actor, joint) {
      const at = actors.jointAt(actor, joint, new Vector3()).project(view.camera);
      const { clientWidth, clientHeight } = view.renderer.domElement;
      return [((at.x + 1) / 2) * clientWidth, ((1 - at.y) / 2) * clientHeight];
    },
    drawMs(times) {
      const gl = view.renderer.getContext();
      const pixel = new Uint8Array(4);
      const spent = Array.from({ length: times }, () => {
        const from = performance.now();
        view.drawNow();
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
        return performance.now() - from;
      });
      return Math.min(...spent);
    },
  };
  Object.assign(window, { sidestep: handle });
}
