/** /seguros: docs/rules.md#administration */
import { createFileRoute } from '@tanstack/react-router'
import { insuranceList } from '../features/administration/lists/insurances.tsx'
import { ListRoute } from './-ListRoute.tsx'

export const Route = createFileRoute('/_session/seguros')({
  component: () => <ListRoute list={insuranceList} />,
})
