/** /seguradoras: docs/rules.md#insurers */
import { createFileRoute } from '@tanstack/react-router'
import { insurerList } from '../features/administration/lists/insurers.tsx'
import { ListRoute } from './-ListRoute.tsx'

export const Route = createFileRoute('/_session/seguradoras')({
  component: () => <ListRoute list={insurerList} />,
})
