/** /technical-team: docs/rules.md#administration */
import { createFileRoute } from '@tanstack/react-router'
import { listSearchSchema } from '../features/administration/list-search.ts'
import { technicalTeamList } from '../features/administration/lists/technical-teams.tsx'
import { ListRoute } from './-ListRoute.tsx'

export const Route = createFileRoute('/_session/technical-team')({
  validateSearch: listSearchSchema,
  component: () => <ListRoute list={technicalTeamList} />,
})
