/** /parceiros: docs/rules.md#administration */
import { createFileRoute } from '@tanstack/react-router'
import { listSearchSchema } from '../features/administration/list-search.ts'
import { partnerList } from '../features/administration/lists/partners.tsx'
import { ListRoute } from './-ListRoute.tsx'

export const Route = createFileRoute('/_session/parceiros')({
  validateSearch: listSearchSchema,
  component: () => <ListRoute list={partnerList} />,
})
