import { quietestPlace, sampleRate } from '../../../../shared/meetings/pcm.ts';

/** A piece lasts about five seconds; where exactly it ends is chosen where it is quiet. */
const [shortest, longest] = [4 * sampleRate, 6 * sampleRate];

/** MTG-25: cuts sound into pieces, where no word is spoken if there is such a place. */
export class Cutter {
  private waiting: Int16Array = new Int16Array();

  /** The pieces that are whole now. */
  add(samples: Int16Array): Int16Array[] {
    const all = new Int16Array(this.waiting.length + samples.length);
    all.set(this.waiting);
    all.set(samples, this.waiting.length);
    const pieces: Int16Array[] = [];
    let from = 0;
    while (all.length - from >= longest) {
      const cut = quietestPlace(all, from + shortest, from + longest);
      pieces.push(all.slice(from, cut));
      from = cut;
    }
    this.waiting = all.slice(from);
    return pieces;
  }

  /** What is left at the end; it may be empty. */
  rest(): Int16Array {
    const rest = this.waiting;
    this.waiting = new Int16Array();
    return rest;
  }
}
