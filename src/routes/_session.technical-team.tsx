/** /technical-team: docs/rules.md#administration */
import { createFileRoute } from '@tanstack/react-router'
import { technicalTeamList } from '../features/administration/lists/technical-teams.tsx'
import { ListRoute } from './-ListRoute.tsx'

export const Route = createFileRoute('/_session/technical-team')({
  component: () => <ListRoute list={technicalTeamList} />,
})
