import { Empty } from '../../kit/empty.tsx';
import { Page } from '../../kit/page.tsx';

export default function Agents() {
  return (
    <Page title="My agents" isReady>
      <Empty title="Nothing yet" />
    </Page>
  );
}
