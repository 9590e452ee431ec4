// What moves in a world beside characters: the ball of a game, rackets.
import {
  CylinderGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  type Scene,
  TorusGeometry,
  Vector3,
} from "three";
import { THING_FLOATS } from "../wire/frame";
import { makeBall } from "./ball";

export interface Things {
  /** Takes the things of a new stage. */
  cast(things: Thing[]): void;
  /** Puts them where a frame has them: x, y, z of the middle and of where it is held, of each. */
  show(places: Float32Array): void;
}

export interface Thing {
  name: string;
  radius: number;
}

const FRAME = "#2f3a4a";
const TENNIS = "#c9d633";
const UP = new Vector3(0, 1, 0);

/** Makes room for things in the scene. */
export function makeThings(scene: Scene): Things {
  let shown: Object3D[] = [];
  const [at, held] = [new Vector3(), new Vector3()];
  return {
    cast(things) {
      shown.forEach((one) => scene.remove(one));
      const isTennis = things.some(({ name }) => name === "racket");
      shown = things.map(({ name, radius }) => {
        if (name === "racket") return makeRacket(radius);
        const ball = makeBall(radius);
        if (isTennis && !Array.isArray(ball.material)) (ball.material as MeshStandardMaterial).color.set(TENNIS);
        return ball;
      });
      if (shown.length > 0) scene.add(...shown);
    },
    show(places) {
      shown.forEach((one, index) => {
        at.fromArray(places, index * THING_FLOATS);
        held.fromArray(places, index * THING_FLOATS + 3);
        one.visible = Number.isFinite(at.x);
        if (!one.visible) return;
        one.position.copy(at);
        const way = held.clone().sub(at);
        if (way.lengthSq() > 1e-4) one.quaternion.setFromUnitVectors(UP, way.normalize());
      });
    },
  };
}

/** A racket whose head is at the origin and whose handle goes up. */
function makeRacket(radius: number): Group {
  const material = new MeshStandardMaterial({ color: FRAME, roughness: 0.6 });
  const head = new Mesh(new TorusGeometry(radius * 0.85, 0.012, 8, 28), material);
  head.scale.set(0.82, 1.1, 1);
  const handle = new Mesh(new CylinderGeometry(0.014, 0.018, 0.38, 8), material);
  handle.position.y = radius * 0.95 + 0.19;
  const group = new Group();
  group.add(head, handle);
  group.traverse((one) => (one.castShadow = true));
  group.visible = false;
  return group;
}
