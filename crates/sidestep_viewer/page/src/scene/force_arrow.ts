// The arrow of a push, from the body part it takes hold of to where it pulls.
import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshLambertMaterial, Vector3 } from "three";

export interface ForceArrow {
  group: Group;
  show(from: Vector3, to: Vector3): void;
  hide(): void;
}

const UP = new Vector3(0, 1, 0);
const HEAD = 0.13;

/** Makes an arrow that is not seen yet. */
export function makeForceArrow(): ForceArrow {
  const material = new MeshLambertMaterial({ color: "#f2b705", emissive: "#8a5a00" });
  const shaft = new Mesh(new CylinderGeometry(0.014, 0.014, 1, 10).translate(0, 0.5, 0), material);
  const head = new Mesh(new ConeGeometry(0.045, HEAD, 14).translate(0, -HEAD / 2, 0), material);
  const group = new Group();
  group.add(shaft, head);
  group.visible = false;
  return {
    group,
    show(from, to) {
      const way = to.clone().sub(from);
      const length = Math.max(way.length(), HEAD + 0.02);
      group.position.copy(from);
      group.quaternion.setFromUnitVectors(UP, way.lengthSq() > 0 ? way.normalize() : UP);
      shaft.scale.y = length - HEAD;
      head.position.y = length;
      group.visible = true;
    },
    hide: () => {
      group.visible = false;
    },
  };
}
