import type { TaskStatus } from '../../../../../../shared/tasks/contract.ts';
import { columns } from '../board/columns.ts';

/** Something that stands against the end of a workstream: an open task, what is held, or what the plan says in words. */
export type Blocker =
  | {
      readonly kind: 'task';
      readonly id: string;
      readonly status: TaskStatus;
      readonly title: string;
    }
  | { readonly kind: 'hold' }
  | { readonly kind: 'words'; readonly text: string };

const ofTask = /^The task (\S+) is ([a-z_]+): (.*)$/s;

/** WST-3: a sentence of the plan; one of another form stays as it is. */
export function blockerOf(sentence: string): Blocker {
  const [, id = '', word, title = ''] = ofTask.exec(sentence) ?? [];
  const status = columns.find((one) => one === word);
  if (sentence.includes(' still holds ') && id === '') return { kind: 'hold' };
  if (id === '' || status === undefined) return { kind: 'words', text: sentence };
  return { kind: 'task', id, status, title };
}
