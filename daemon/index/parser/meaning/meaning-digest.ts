/** Two independent 32-bit lanes. */
export interface HashState {
  readonly first: number;
  readonly second: number;
}

const initialState: HashState = { first: 0x811c9dc5 | 0, second: 0x2545f491 };

/** A hash of numbers and texts that can be stopped and continued. No defence against constructed collisions. */
export class RunningHash {
  private first = initialState.first;
  private second = initialState.second;

  /** Continues from an earlier state, or starts again. */
  resume(state: HashState = initialState): void {
    this.first = state.first;
    this.second = state.second;
  }

  state(): HashState {
    return { first: this.first, second: this.second };
  }

  mix(value: number): void {
    const one = this.first ^ value;
    const two = this.second ^ value;
    this.first = Math.imul((one << 13) | (one >>> 19), 0x85ebca6b);
    this.second = (Math.imul((two << 17) | (two >>> 15), 0xc2b2ae35) + 0x27d4eb2f) | 0;
  }

  mixText(text: string): void {
    this.mix(text.length);
    let one = this.first;
    let two = this.second;
    // The same steps as in `mix`, on local variables: hashing spends most of its time in this loop.
    for (let index = 0; index < text.length; index++) {
      const value = text.charCodeAt(index);
      one ^= value;
      two ^= value;
      one = Math.imul((one << 13) | (one >>> 19), 0x85ebca6b);
      two = (Math.imul((two << 17) | (two >>> 15), 0xc2b2ae35) + 0x27d4eb2f) | 0;
    }
    this.first = one;
    this.second = two;
  }
}

/** 16 hexadecimal digits. */
export function digest(state: HashState): string {
  return hex(state.first ^ (state.second >>> 16)) + hex(state.second ^ (state.first >>> 15));
}

function hex(lane: number): string {
  let mixed = Math.imul(lane ^ (lane >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return ((mixed ^ (mixed >>> 16)) >>> 0).toString(16).padStart(8, '0');
}
