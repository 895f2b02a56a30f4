import { useAddress } from '../../place/address.ts';
import { ConventionPage } from './convention.tsx';
import { ConventionList } from './list.tsx';
import { ProposePage } from './propose-page.tsx';
import './conventions.css';

/** The rules of the team. */
export default function Conventions() {
  const { rest, query } = useAddress();
  const [id] = rest;
  if (id !== undefined && id !== '') return <ConventionPage key={id} id={id} />;
  return query.get('new') === null ? <ConventionList /> : <ProposePage />;
}
