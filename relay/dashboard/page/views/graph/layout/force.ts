import forceAtlas2 from 'graphology-layout-forceatlas2';

/** The package is what its types call its default export. */
const { assign } = forceAtlas2 as unknown as typeof forceAtlas2.default;

/** Gives the nodes of a graph places by forces; from the same places it comes to the same ones. */
export const assignPlaces: typeof assign = assign;
