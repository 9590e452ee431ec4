// What the camera sees: a body outside the picture need not be drawn.
import { Frustum, Matrix4, type PerspectiveCamera, Sphere, Vector3 } from "three";

export interface Sight {
  /** Looks anew, after the camera has moved. */
  look(): void;
  /** Whether a body that stands at this place may be in the picture. */
  sees(x: number, z: number): boolean;
}

/** The middle of a body above the floor, and how far it reaches from there with its arms, in metres. */
const MIDDLE = 0.9;
const REACH = 1.3;

/** Makes the sight of a camera. */
export function makeSight(camera: PerspectiveCamera): Sight {
  const frustum = new Frustum();
  const clipFromWorld = new Matrix4();
  const body = new Sphere(new Vector3(0, MIDDLE, 0), REACH);
  return {
    look() {
      camera.updateMatrixWorld();
      frustum.setFromProjectionMatrix(
        clipFromWorld.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
      );
    },
    sees(x, z) {
      body.center.setX(x).setZ(z);
      return frustum.intersectsSphere(body);
    },
  };
}
