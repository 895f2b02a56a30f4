import { useMemo } from 'preact/hooks';
import type { GraphAddress } from './graph-address.ts';
import type { GraphState } from './graph-state.ts';
import { surroundingsOf } from './model/near.ts';
import { focusOf, overviewOf, type Scene } from './draw/scene.ts';

/** More than this around a node is no help to the eye; the list has all of it. */
const mostAround = 240;

interface Shown {
  /** Undefined until the graph is laid out. */
  readonly scene: Scene | undefined;
  readonly cut: { readonly shown: number; readonly total: number } | undefined;
}

/** What the picture shows, by the address. */
export function useScene(state: GraphState, address: GraphAddress): Shown {
  const graph = state.graph.value;
  const layout = state.layout.value;
  const { focus, depth, kinds, opened, chosen } = address;
  return useMemo(() => {
    if (layout === undefined) return { scene: undefined, cut: undefined };
    if (focus !== '' && graph.nodes.has(focus)) {
      const near = surroundingsOf(graph, { focus, depth, limit: mostAround });
      const shown = near.nodes.length;
      const cut = shown < near.total ? { shown, total: near.total } : undefined;
      return { scene: focusOf(graph, near, kinds), cut };
    }
    const all = new Set([...opened, layout.regionOf.get(chosen) ?? '']);
    return { scene: overviewOf(graph, { layout, kinds, opened: all }), cut: undefined };
  }, [graph, layout, focus, depth, [...kinds].join(), [...opened].join(), openedBy(chosen, state)]);
}

/** The folder in which something chosen is has to be open. */
function openedBy(chosen: string, state: GraphState): string {
  return state.layout.value?.regionOf.get(chosen) ?? '';
}
