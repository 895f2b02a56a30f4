/**
 * One call by one process, as its client saw it. Times are milliseconds on one clock.
 * `output` is `undefined` when the client got no answer: the call may have taken effect at any time
 * after `callAt`, or never; its `returnAt` is then ignored.
 */
export type Operation<Input, Output> = {
  process: string | number;
  partition: string;
  input: Input;
  output: Output | undefined;
  callAt: number;
  returnAt: number;
};

/**
 * What a correct sequential object may do. `step` answers every state that may follow when `input`
 * is answered with `output`, and none when that answer is impossible. For an `undefined` output it
 * answers every state that any answer could lead to. States with equal keys are the same state.
 * Unanswered operations with equal `lateKey`s (by default: equal inputs) have the same effect when
 * they happen late, so it does not matter which of them is taken for the cause of something.
 */
export type Model<State, Input, Output> = {
  initial: (partition: string) => State;
  step: (state: State, input: Input, output: Output | undefined) => State[];
  key: (state: State) => string;
  lateKey?: (input: Input) => string;
};

/**
 * `prefix` is one valid order of everything up to the moment at which `culprit` returned, without
 * it; `states` are the keys of the states which that order may end in. No order has room for both.
 */
export type Verdict<Input, Output> =
  | { ok: true }
  | {
      ok: false;
      partition: string;
      message: string;
      prefix: Operation<Input, Output>[];
      culprit: Operation<Input, Output>;
      states: string[];
    };

export type CheckOptions = {
  /** How many (linearized set, states) pairs to visit in a partition before giving up. */
  maxConfigurations?: number;
};

/**
 * Whether each partition of `history` has an order of its operations that the model accepts and
 * that keeps what really happened in sequence in sequence. Operations are in sequence when one
 * returned before the other was called; equal times count as overlapping, except within a process.
 * Throws when the history is malformed or the search exceeds `maxConfigurations`.
 */
export function checkLinearizable<State, Input, Output>(
  history: readonly Operation<Input, Output>[],
  model: Model<State, Input, Output>,
  { maxConfigurations = 5_000_000 }: CheckOptions = {},
): Verdict<Input, Output> {
  for (const operations of partitions(history)) {
    if (!findOrder(operations, model, maxConfigurations)) {
      return explain(operations, model, maxConfigurations);
    }
  }
  return { ok: true };
}

function partitions<Input, Output>(
  history: readonly Operation<Input, Output>[],
): Operation<Input, Output>[][] {
  const byKey = new Map<string, Operation<Input, Output>[]>();
  for (const operation of history) {
    if (operation.output !== undefined && !(operation.callAt <= operation.returnAt)) {
      throw new Error(`returned before it was called: ${describe(operation)}`);
    }
    const partition = byKey.get(operation.partition);
    if (partition) partition.push(operation);
    else byKey.set(operation.partition, [operation]);
  }
  return [...byKey.values()];
}

type Order<State, Input, Output> = { operations: Operation<Input, Output>[]; states: State[] };

/** The states that a prefix may have led to, and their joint key. */
type Reached<State> = { states: State[]; key: string };

/**
 * A set of placed operations and what it led to. `window` holds the indices of the operations that
 * have no place yet and overlap everything else without one: whatever was called later has no place
 * either, so the window alone names the set, and stays as short as the concurrency is.
 */
type Configuration<State> = {
  window: readonly number[];
  /** The first operation called after the window. */
  next: number;
  reached: Reached<State>;
  /** How many answered operations are placed, and how many guesses about unanswered ones. */
  depth: number;
  guesses: number;
  /** What may come next, and how many of these were tried. */
  candidates: readonly number[];
  tried: number;
  /** The latest placed operation, and the configuration that it was added to. */
  placed: { index: number; after: Configuration<State> } | undefined;
};

/**
 * Wing and Gong's search with Lowe's memoisation. The states that a prefix may have led to are
 * carried as one set, so only the order is searched, never the model's own choices. Orders that
 * need no guess about an unanswered operation go first, those that got furthest before others.
 */
function findOrder<State, Input, Output>(
  unsorted: readonly Operation<Input, Output>[],
  model: Model<State, Input, Output>,
  maxConfigurations: number,
): Order<State, Input, Output> | undefined {
  const operations = unsorted.toSorted((a, b) => a.callAt - b.callAt || endOf(a) - endOf(b));
  const partition = operations[0]?.partition;
  if (partition === undefined) return { operations: [], states: [] };
  const timeline = new Timeline(operations, model.lateKey ?? JSON.stringify);
  const visited = new Visited();
  const open = new OpenList<Configuration<State>>();
  let current: Configuration<State> | undefined = {
    ...timeline.window([], 0),
    reached: reachedBy([model.initial(partition)], model),
    depth: 0,
    guesses: 0,
    tried: 0,
    placed: undefined,
  };

  function place(index: number, after: Configuration<State>): Configuration<State> | undefined {
    const operation = operations[index];
    const reached = operation && afterOperation(after.reached, operation, model);
    if (!reached || reached.states.length === 0) return undefined;
    const isGuess = timeline.isUnanswered(index);
    if (isGuess && reached.key === after.reached.key) return undefined;
    const left = after.window.filter((other) => other !== index);
    return {
      ...timeline.window(left, after.next),
      reached,
      depth: after.depth + (isGuess ? 0 : 1),
      guesses: after.guesses + (isGuess ? 1 : 0),
      tried: 0,
      placed: { index, after },
    };
  }

  while (current && current.depth < timeline.answered) {
    const index = current.candidates[current.tried++];
    if (index !== undefined) {
      const following = place(index, current);
      open.add(current, timeline.costOf(current));
      if (following && visited.add(following, timeline)) {
        open.add(following, timeline.costOf(following));
      }
    }
    if (visited.size > maxConfigurations) {
      throw new Error(`undecided after ${maxConfigurations} configurations of ${partition}`);
    }
    current = open.take();
  }
  if (!current) return undefined;
  const order = placedIndices(current).flatMap((index) => operations[index] ?? []);
  return { operations: order, states: current.reached.states };
}

function afterOperation<State, Input, Output>(
  { states }: Reached<State>,
  { input, output }: Operation<Input, Output>,
  model: Model<State, Input, Output>,
): Reached<State> {
  const next = states.flatMap((state) => model.step(state, input, output));
  return reachedBy(next, model);
}

function reachedBy<State>(
  states: readonly State[],
  model: Pick<Model<State, never, never>, 'key'>,
): Reached<State> {
  const byKey = new Map(states.map((state) => [model.key(state), state]));
  return { states: [...byKey.values()], key: JSON.stringify([...byKey.keys()].toSorted()) };
}

function placedIndices(last: Configuration<unknown>): number[] {
  const indices: number[] = [];
  for (let { placed } = last; placed; placed = placed.after.placed) indices.push(placed.index);
  return indices.toReversed();
}

function endOf({ output, returnAt }: Operation<unknown, unknown>): number {
  return output === undefined ? Infinity : returnAt;
}

/** How many operations further an order must have come to be worth one more guess. */
const guessCost = 16;

/** What the search needs to know of the operations, which it names by index in order of call. */
class Timeline<Input> {
  /** How many operations were answered, and so must find a place. */
  readonly answered: number;
  readonly #callAt: readonly number[];
  readonly #endAt: readonly number[];
  readonly #predecessors: readonly number[][];
  readonly #lateKeys: readonly (string | undefined)[];

  constructor(operations: readonly Operation<Input, unknown>[], lateKey: (input: Input) => string) {
    this.answered = operations.filter(({ output }) => output !== undefined).length;
    this.#callAt = operations.map(({ callAt }) => callAt);
    this.#endAt = operations.map(endOf);
    this.#predecessors = predecessors(operations);
    this.#lateKeys = operations.map(({ input, output }) =>
      output === undefined ? lateKey(input) : undefined,
    );
  }

  isUnanswered(index: number): boolean {
    return this.#endAt[index] === Infinity;
  }

  /** The window once only `left` of the operations before `next` have no place. */
  window(
    left: readonly number[],
    next: number,
  ): Pick<Configuration<never>, 'window' | 'next' | 'candidates'> {
    const window = [...left];
    let earliestEnd = Infinity;
    for (const index of left) earliestEnd = Math.min(earliestEnd, this.#endAt[index] ?? Infinity);
    let end = next;
    for (; (this.#callAt[end] ?? NaN) <= earliestEnd; end += 1) {
      window.push(end);
      earliestEnd = Math.min(earliestEnd, this.#endAt[end] ?? Infinity);
    }
    return { window, next: end, candidates: this.#candidates(window) };
  }

  /** Answered operations first; of the unanswered ones with one effect the first stands for all. */
  #candidates(window: readonly number[]): number[] {
    const isFree = (index: number): boolean =>
      !this.#predecessors[index]?.some((before) => window.includes(before));
    const answered: number[] = [];
    const unanswered = new Map<string, number>();
    for (const index of window.filter(isFree)) {
      const lateKey = this.#lateKeys[index];
      if (lateKey === undefined) answered.push(index);
      else if (!unanswered.has(lateKey)) unanswered.set(lateKey, index);
    }
    return [...answered, ...unanswered.values()];
  }

  /** The lower, the sooner the next candidate is to be tried. */
  costOf({ candidates, tried, guesses, depth }: Configuration<unknown>): number {
    const next = candidates[tried];
    const isGuess = next !== undefined && this.isUnanswered(next);
    return (guesses + (isGuess ? 1 : 0)) * guessCost + this.answered - depth;
  }
}

/** For each operation, those of its process that returned in the very instant of its call. */
function predecessors(operations: readonly Operation<unknown, unknown>[]): number[][] {
  const returned = new Map<string, number[]>();
  return operations.map(({ process, callAt, returnAt, output }, index) => {
    const before = [...(returned.get(`${process} ${callAt}`) ?? [])];
    const key = `${process} ${returnAt}`;
    if (output !== undefined) returned.set(key, [...(returned.get(key) ?? []), index]);
    return before;
  });
}

/** The configurations seen, without those that another one makes superfluous. */
class Visited {
  size = 0;
  readonly #unanswered = new Map<string, number[][]>();

  /**
   * False when the same answered operations have led to the same states before, with no unanswered
   * operation used up that this configuration still has.
   */
  add({ window, reached }: Configuration<unknown>, timeline: Timeline<never>): boolean {
    const answered = window.filter((index) => !timeline.isUnanswered(index));
    const unanswered = window.filter((index) => timeline.isUnanswered(index));
    const key = `${answered.join()} ${reached.key}`;
    const seen = this.#unanswered.get(key) ?? [];
    if (seen.some((other) => unanswered.every((index) => other.includes(index)))) return false;
    this.#unanswered.set(key, [...seen, unanswered]);
    this.size += 1;
    return true;
  }
}

/** A queue by cost, last in first out among equals. Costs are small whole numbers. */
class OpenList<T> {
  readonly #byCost: T[][] = [];
  #lowest = 0;

  add(item: T, cost: number): void {
    (this.#byCost[cost] ??= []).push(item);
    this.#lowest = Math.min(this.#lowest, cost);
  }

  take(): T | undefined {
    for (; this.#lowest < this.#byCost.length; this.#lowest += 1) {
      const item = this.#byCost[this.#lowest]?.pop();
      if (item !== undefined) return item;
    }
    return undefined;
  }
}

/**
 * Cuts the history after each return in turn and finds the shortest one that has no order: every
 * start of a linearizable history is linearizable, so halving finds it.
 */
function explain<State, Input, Output>(
  operations: readonly Operation<Input, Output>[],
  model: Model<State, Input, Output>,
  maxConfigurations: number,
): Verdict<Input, Output> {
  const returns = operations
    .filter(({ output }) => output !== undefined)
    .toSorted((a, b) => a.returnAt - b.returnAt);
  const orderOfFirst = (count: number): Order<State, Input, Output> | undefined =>
    findOrder(cutAfter(operations, returns.slice(0, count)), model, maxConfigurations);
  let good = 0;
  let bad = returns.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (orderOfFirst(middle)) good = middle;
    else bad = middle;
  }
  const culprit = returns[good];
  const order = orderOfFirst(good);
  if (!culprit || !order) throw new Error('a linearizable history has a start that is not');
  const { partition } = culprit;
  const prefix = order.operations;
  const states = (order.states.length > 0 ? order.states : [model.initial(partition)]).map(
    model.key,
  );
  const message = messageOf(culprit, prefix, states);
  return { ok: false, partition, message, prefix, culprit, states };
}

/** The history as it was known when the last of `returns` (in order of time) came in. */
function cutAfter<Input, Output>(
  operations: readonly Operation<Input, Output>[],
  returns: readonly Operation<Input, Output>[],
): Operation<Input, Output>[] {
  const known = new Set(returns);
  const cutAt = returns.at(-1)?.returnAt ?? -Infinity;
  return operations
    .filter(({ callAt }) => callAt <= cutAt)
    .map((operation) => (known.has(operation) ? operation : pendingAt(operation)));
}

function pendingAt<Input, Output>(operation: Operation<Input, Output>): Operation<Input, Output> {
  return { ...operation, output: undefined };
}

const shownOperations = 12;

function messageOf(
  culprit: Operation<unknown, unknown>,
  prefix: readonly Operation<unknown, unknown>[],
  states: readonly string[],
): string {
  const shown = prefix.slice(-shownOperations);
  return [
    `${culprit.partition}: no order of the operations explains`,
    `  ${describe(culprit)}`,
    `beside the ${prefix.length} before it, of which the last ${shown.length} may have been`,
    ...shown.map((operation) => `  ${describe(operation)}`),
    `leading to ${states.join(' or ')}`,
  ].join('\n');
}

function describe({
  process,
  input,
  output,
  callAt,
  returnAt,
}: Operation<unknown, unknown>): string {
  const answer = output === undefined ? 'no answer' : JSON.stringify(output);
  return `[${callAt}, ${returnAt}] ${process}: ${JSON.stringify(input)} -> ${answer}`;
}
