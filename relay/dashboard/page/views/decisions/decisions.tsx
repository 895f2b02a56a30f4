import { useAddress } from '../../place/address.ts';
import { DecisionPage } from './decision.tsx';
import { RecordPage } from './record-page.tsx';
import { DecisionList } from './list.tsx';
import './decisions.css';

/** What the team has decided. */
export default function Decisions() {
  const { rest, query } = useAddress();
  const [id] = rest;
  if (id !== undefined && id !== '') return <DecisionPage key={id} id={id} />;
  return query.get('new') === null ? <DecisionList /> : <RecordPage />;
}
