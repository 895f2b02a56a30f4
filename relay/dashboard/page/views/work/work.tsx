import type { FunctionComponent } from 'preact';
import { useAddress } from '../../place/address.ts';
import { Board } from './board/board.tsx';
import { TaskPage } from './board/task-page.tsx';
import { Commits, Flakes } from './gate/commits.tsx';
import { RunPage } from './gate/run-page.tsx';
import { Runs } from './gate/runs.tsx';
import { Packages } from './packages/packages.tsx';
import { partOf, type Part } from './common/parts.ts';
import { WorkstreamPage } from './workstreams/workstream-page.tsx';
import { Workstreams } from './workstreams/workstreams.tsx';
import './work.css';

type Lists = Exclude<Part, { readonly id: string }>['kind'];

const lists: Readonly<Record<Lists, FunctionComponent>> = {
  workstreams: Workstreams,
  tasks: Board,
  packages: Packages,
  gate: Runs,
  commits: Commits,
  flakes: Flakes,
};

const records = { workstream: WorkstreamPage, task: TaskPage, run: RunPage } as const;

/** What the team works on, how far it is, and whether the tests say that it works. */
export default function Work() {
  const part = partOf(useAddress().rest);
  if ('id' in part) {
    const Record = records[part.kind];
    return <Record key={part.id} id={part.id} />;
  }
  const List = lists[part.kind];
  return <List key={part.kind} />;
}
