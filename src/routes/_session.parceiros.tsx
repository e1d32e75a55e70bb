/** /parceiros: docs/rules.md#administration */
import { createFileRoute } from '@tanstack/react-router'
import { partnerList } from '../features/administration/lists/partners.tsx'
import { ListRoute } from './-ListRoute.tsx'

export const Route = createFileRoute('/_session/parceiros')({
  component: () => <ListRoute list={partnerList} />,
})
