import { Empty } from '../../kit/empty.tsx';
import { Page } from '../../kit/page.tsx';

export default function Meetings() {
  return (
    <Page title="Meetings" isReady>
      <Empty title="Nothing yet" />
    </Page>
  );
}
