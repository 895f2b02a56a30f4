import { useAddress } from '../../place/address.ts';
import { Connect } from './connect/connect.tsx';
import { Keys } from './keys/keys.tsx';
import { Usage } from './usage/usage.tsx';
import { Workspace } from './workspace/workspace.tsx';

const parts = { '': Workspace, keys: Keys, usage: Usage, connect: Connect } as const;

/** What holds for the whole workspace, the keys of the person, how much is used, and how the next agent comes in. */
export default function Settings() {
  const [path = ''] = useAddress().rest;
  const Part = path in parts ? parts[path as keyof typeof parts] : Workspace;
  return <Part key={path} />;
}
