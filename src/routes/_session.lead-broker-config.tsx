/** /lead-broker-config: docs/rules.md#administration */
import { createFileRoute } from '@tanstack/react-router'
import { leadBrokerConfigList } from '../features/administration/lists/lead-broker-configs.tsx'
import { ListRoute } from './-ListRoute.tsx'

export const Route = createFileRoute('/_session/lead-broker-config')({
  component: () => <ListRoute list={leadBrokerConfigList} />,
})
