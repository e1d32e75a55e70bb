/** /lead-broker-config: docs/rules.md#administration */
import { createFileRoute } from '@tanstack/react-router'
import { listSearchSchema } from '../features/administration/list-search.ts'
import { leadBrokerConfigList } from '../features/administration/lists/lead-broker-configs.tsx'
import { ListRoute } from './-ListRoute.tsx'

export const Route = createFileRoute('/_session/lead-broker-config')({
  validateSearch: listSearchSchema,
  component: () => <ListRoute list={leadBrokerConfigList} />,
})
