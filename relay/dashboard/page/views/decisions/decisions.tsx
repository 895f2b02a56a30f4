import { useAddress } from '../../place/address.ts';
import { DecisionPage } from './record/decision.tsx';
import { RecordPage } from './new/record-page.tsx';
import { DecisionList } from './list/list.tsx';
import './decisions.css';

/** What the team has decided. */
export default function Decisions() {
  const { rest, query } = useAddress();
  const [id] = rest;
  if (id !== undefined && id !== '') return <DecisionPage key={id} id={id} />;
  return query.get('new') === null ? <DecisionList /> : <RecordPage />;
}
