import { signal } from '@preact/signals';

/** Something of this tab that goes on while the person is in another view, such as a recording. */
export interface Ongoing {
  readonly label: string;
  /** The address where it is seen and ended. */
  readonly to: string;
}

/** The frame shows it everywhere but at its own address. */
export const ongoing = signal<Ongoing | undefined>(undefined);
