/** /seguros: docs/rules.md#administration */
import { createFileRoute } from '@tanstack/react-router'
import { listSearchSchema } from '../features/administration/list-search.ts'
import { insuranceList } from '../features/administration/lists/insurances.tsx'
import { ListRoute } from './-ListRoute.tsx'

export const Route = createFileRoute('/_session/seguros')({
  validateSearch: listSearchSchema,
  component: () => <ListRoute list={insuranceList} />,
})
