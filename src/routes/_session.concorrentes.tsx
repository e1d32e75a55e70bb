/** /concorrentes: docs/rules.md#administration */
import { createFileRoute } from '@tanstack/react-router'
import { competitorBrokerList } from '../features/administration/lists/competitor-brokers.tsx'
import { ListRoute } from './-ListRoute.tsx'

export const Route = createFileRoute('/_session/concorrentes')({
  component: () => <ListRoute list={competitorBrokerList} />,
})
