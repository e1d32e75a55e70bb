/** /concorrentes: docs/rules.md#administration */
import { createFileRoute } from '@tanstack/react-router'
import { listSearchSchema } from '../features/administration/list-search.ts'
import { competitorBrokerList } from '../features/administration/lists/competitor-brokers.tsx'
import { ListRoute } from './-ListRoute.tsx'

export const Route = createFileRoute('/_session/concorrentes')({
  validateSearch: listSearchSchema,
  component: () => <ListRoute list={competitorBrokerList} />,
})
