/** /canais: docs/rules.md#administration */
import { createFileRoute } from '@tanstack/react-router'
import { channelList } from '../features/administration/lists/channels.tsx'
import { ListRoute } from './-ListRoute.tsx'

export const Route = createFileRoute('/_session/canais')({
  component: () => <ListRoute list={channelList} />,
})
