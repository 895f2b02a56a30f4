import { DirectedGraph } from 'graphology';
import Sigma from 'sigma';
import { graphFor, neighboursIn } from './as-graph.ts';
import type { Dot, Scene } from './scene.ts';
import { drawNames, type Emphasis, markPrograms } from './names.ts';
import { namesOf, type Name } from './name-list.ts';
import { extentOf, isWithin, type Extent, drawBundles, drawRegions, drawRings } from './regions.ts';
import { listen, type PictureEvents } from './listen.ts';
import { cameraOf, type Camera } from './camera.ts';
import type { Palette } from './palette.ts';
import { nextTowards, type Direction } from './walk.ts';

interface Emphasised {
  readonly chosen: string | undefined;
  readonly hovered: string | undefined;
  readonly changed: ReadonlySet<string>;
}

const nothing: Emphasised = { chosen: undefined, hovered: undefined, changed: new Set() };
const flightMs = 260;
const emptyScene: Scene = { key: '', dots: [], lines: [], regions: [], bundles: [] };

/** The picture of a scene by WebGL, with names and regions on canvases of their own. Throws where there is no WebGL. */
export class Picture {
  private readonly sigma: Sigma;
  private readonly watch = new ResizeObserver(() => this.resized());
  private scene = emptyScene;
  private palette: Palette | undefined;
  private names: readonly Name[] = [];
  private neighbours = new Map<string, Set<string>>();
  private emphasised = nothing;
  private extent: Extent | undefined;

  constructor(
    private readonly place: HTMLElement,
    events: PictureEvents,
  ) {
    this.sigma = new Sigma(new DirectedGraph(), place, {
      renderLabels: false,
      itemSizesReference: 'positions',
      zoomToSizeRatioFunction: (ratio) => ratio,
      minEdgeThickness: 1.6,
      stagePadding: 28,
      minCameraRatio: 0.04,
      maxCameraRatio: 3,
      zIndex: true,
      allowInvalidContainer: true,
      enableCameraRotation: false,
      nodeProgramClasses: markPrograms,
      defaultNodeType: 'disc',
      nodeReducer: (id, dot) => this.drawnDot(id, dot),
      edgeReducer: (_, line) => this.drawnLine(line),
      defaultDrawNodeHover: () => undefined,
    });
    this.sigma.createCanvasContext('regions').createCanvasContext('names');
    const layers = this.sigma.getCanvases();
    if (layers['regions'] !== undefined) layers['edges']?.before(layers['regions']);
    if (layers['names'] !== undefined) layers['mouse']?.before(layers['names']);
    this.sigma.resize(true);
    this.sigma.on('afterRender', () => this.drawLayers());
    listen(this.sigma, place, { events, at: (x, y, reach) => this.at(x, y, reach)?.id });
    this.watch.observe(place);
  }

  stop(): void {
    this.watch.disconnect();
    this.sigma.kill();
  }

  get camera(): Camera {
    return cameraOf(this.sigma);
  }

  show(scene: Scene, palette: Palette): void {
    const isOther = scene.key !== this.scene.key || this.extent === undefined;
    this.scene = scene;
    this.palette = palette;
    this.names = namesOf(scene);
    this.neighbours = neighboursIn(scene);
    this.fit(isOther);
    this.sigma.setGraph(graphFor(scene, palette));
  }

  emphasise(emphasised: Emphasised): void {
    this.emphasised = emphasised;
    this.sigma.refresh({ skipIndexation: true, schedule: true });
  }

  /** Brings a dot to the middle, near enough that its name can be read. */
  flyTo(id: string): void {
    const dot = this.scene.dots.find((one) => one.id === id);
    if (dot === undefined) return;
    const [left, top] = this.camera.at(dot);
    // Not what the library keeps of the dot: its place there is another one between two frames.
    const { x, y } = this.sigma.viewportToFramedGraph({ x: left, y: top });
    const { ratio } = this.sigma.getCamera().getState();
    const near = Math.min(ratio, (ratio * this.camera.scale) / 1.1);
    this.fly({ x, y, ratio: near });
  }

  zoom(factor: number): void {
    const { ratio } = this.sigma.getCamera().getState();
    this.fly({ ratio: ratio / factor });
  }

  whole(): void {
    this.fly({ x: 0.5, y: 0.5, ratio: 1 });
  }

  /** The dot at a place of the screen, or near it. */
  at(x: number, y: number, reach = 8): Dot | undefined {
    const { camera } = this;
    let best: Dot | undefined;
    let least = Infinity;
    for (const dot of this.scene.dots) {
      const [dx, dy] = camera.at(dot);
      const away = Math.hypot(dx - x, dy - y) - dot.size * camera.scale;
      if (away > reach || away >= least) continue;
      best = dot;
      least = away;
    }
    return best;
  }

  /** Brings a dot in sight, unless its name can be read where it is. */
  reveal(id: string): void {
    const dot = this.scene.dots.find((one) => one.id === id);
    if (dot === undefined) return;
    const { camera } = this;
    const [x, y] = camera.at(dot);
    const isInside = x > 60 && y > 40 && x < camera.width - 60 && y < camera.height - 40;
    if (!isInside || camera.scale < 0.4) this.flyTo(id);
  }

  /** The next dot from one in a direction; the one in the middle without one. */
  next(from: string | undefined, direction: Direction): string | undefined {
    const { dots } = this.scene;
    const start = dots.find(({ id }) => id === from);
    if (start !== undefined) return nextTowards(dots, start, direction)?.id;
    const { camera } = this;
    return this.at(camera.width / 2, camera.height / 2, Infinity)?.id;
  }

  /** The panel that opens beside it takes room: what is chosen stays in sight. */
  private resized(): void {
    this.sigma.resize();
    const { chosen } = this.emphasised;
    if (chosen !== undefined) this.reveal(chosen);
  }

  private fly(state: { x?: number; y?: number; ratio?: number }): void {
    const camera = this.sigma.getCamera();
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (isStill) camera.setState(state);
    else void camera.animate(state, { duration: flightMs, easing: 'quadraticInOut' });
  }

  /** What is looked at stays where it is, unless it is another picture or has outgrown its frame. */
  private fit(isOther: boolean): void {
    const { clientWidth: width, clientHeight: height } = this.place;
    const extent = extentOf(this.scene, { width, height });
    if (!isOther && this.extent !== undefined && isWithin(extent, this.extent)) return;
    this.extent = extent;
    this.sigma.setCustomBBox({ x: [...extent.x], y: [...extent.y] });
    this.sigma.getCamera().setState({ x: 0.5, y: 0.5, ratio: 1 });
  }

  private get emphasis(): Emphasis {
    const { chosen, hovered } = this.emphasised;
    const first = new Set([hovered, chosen].filter((id) => id !== undefined));
    const isAll = chosen === undefined || this.scene.key !== '';
    const near = isAll ? undefined : (this.neighbours.get(chosen) ?? new Set());
    return { first, near };
  }

  private drawnDot(id: string, dot: { color?: string }) {
    const { chosen, hovered } = this.emphasised;
    if (chosen === undefined || id === chosen || id === hovered) return dot;
    if (this.neighbours.get(chosen)?.has(id) === true || this.scene.key !== '') return dot;
    return { ...dot, color: this.palette?.dim, zIndex: 0 };
  }

  private drawnLine(line: { source?: string; target?: string; isQuiet?: boolean }) {
    const { chosen, hovered } = this.emphasised;
    const { palette } = this;
    const touches = (id: string | undefined) =>
      id !== undefined && (line.source === id || line.target === id);
    if (touches(chosen) || touches(hovered))
      return { ...line, color: palette?.lineStrong, size: 1.4, zIndex: 1 };
    if (line.isQuiet === true) return { ...line, hidden: true };
    return {
      ...line,
      color: chosen !== undefined && this.scene.key === '' ? palette?.lineDim : palette?.line,
    };
  }

  private drawLayers(): void {
    const { palette, scene, names, emphasis } = this;
    if (palette === undefined) return;
    const { camera } = this;
    const layers = this.sigma.getCanvases();
    const [below, above] = [layers['regions'], layers['names']].map((canvas) =>
      canvas?.getContext('2d'),
    );
    if (!below || !above) return;
    below.clearRect(0, 0, camera.width, camera.height);
    above.clearRect(0, 0, camera.width, camera.height);
    drawBundles(below, scene.bundles, { camera, palette });
    drawRegions(below, scene.regions, { camera, palette });
    const rings = { chosen: this.emphasised.chosen, changed: this.emphasised.changed };
    drawRings(above, scene.dots, { camera, palette, ...rings });
    drawNames(above, names, { camera, palette, emphasis });
  }
}
