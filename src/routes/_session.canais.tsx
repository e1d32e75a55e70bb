/** /canais: docs/rules.md#administration */
import { createFileRoute } from '@tanstack/react-router'
import { listSearchSchema } from '../features/administration/list-search.ts'
import { channelList } from '../features/administration/lists/channels.tsx'
import { ListRoute } from './-ListRoute.tsx'

export const Route = createFileRoute('/_session/canais')({
  validateSearch: listSearchSchema,
  component: () => <ListRoute list={channelList} />,
})
