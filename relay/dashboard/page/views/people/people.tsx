import { useAddress } from '../../place/address.ts';
import { MemberList } from './list/member-list.tsx';
import { Person } from './person/person.tsx';

/** Who is in the workspace, and the page of each. */
export default function People() {
  const [id] = useAddress().rest;
  return id === undefined ? <MemberList /> : <Person key={id} id={id} />;
}
