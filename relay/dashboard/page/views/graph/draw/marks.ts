import { NodeCircleProgram, type NodeProgramType } from 'sigma/rendering';

/** The shapes of the marks: what something is can be told without its colour. */
export const markPrograms: Readonly<Record<string, NodeProgramType>> = {
  disc: NodeCircleProgram,
  ring: shaped('abs(length(v_diffVector) - 0.72 * v_radius) - 0.26 * v_radius'),
  square: shaped('max(abs(v_diffVector.x), abs(v_diffVector.y)) - 0.7 * v_radius'),
  cross: shaped(
    'max(abs(abs(v_diffVector.x) - abs(v_diffVector.y)) - 0.4 * v_radius, length(v_diffVector) - v_radius)',
  ),
  diamond: shaped('abs(v_diffVector.x) + abs(v_diffVector.y) - v_radius'),
};

/** A program whose marks are where a distance, in GLSL, is negative. */
function shaped(distance: string): NodeProgramType {
  return class extends NodeCircleProgram {
    override getDefinition() {
      return { ...super.getDefinition(), FRAGMENT_SHADER_SOURCE: sourceOf(distance) };
    }
  };
}

function sourceOf(distance: string): string {
  return /* glsl */ `
    precision highp float;
    varying vec4 v_color;
    varying vec2 v_diffVector;
    varying float v_radius;
    uniform float u_correctionRatio;
    void main(void) {
      float border = u_correctionRatio * 2.0;
      float dist = ${distance} + border;
      #ifdef PICKING_MODE
      gl_FragColor = dist > border ? vec4(0.0) : v_color;
      #else
      gl_FragColor = mix(v_color, vec4(0.0), clamp(dist / border, 0.0, 1.0));
      #endif
    }`;
}
