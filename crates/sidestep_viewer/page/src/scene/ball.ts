// A ball, of a clip or of a character.
import { Mesh, MeshStandardMaterial, type Scene, SphereGeometry } from "three";

const COLOUR = "#c8501e";

/** Makes a ball that is not seen yet. */
export function makeBall(radius: number): Mesh {
  const material = new MeshStandardMaterial({ color: COLOUR, roughness: 0.8 });
  const mesh = new Mesh(new SphereGeometry(radius, 24, 16), material);
  mesh.castShadow = true;
  mesh.visible = false;
  return mesh;
}

/** Takes a ball out of the scene. */
export function discardBall(mesh: Mesh, scene: Scene): void {
  scene.remove(mesh);
  mesh.geometry.dispose();
  if (!Array.isArray(mesh.material)) mesh.material.dispose();
}
