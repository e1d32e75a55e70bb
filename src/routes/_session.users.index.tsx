/** /users: docs/rules.md#users */
import { createFileRoute } from '@tanstack/react-router'
import { usersSearchSchema } from '../features/administration/users/users-search.ts'
import { UsersRoute } from './-UsersRoute.tsx'

export const Route = createFileRoute('/_session/users/')({
  validateSearch: usersSearchSchema,
  component: () => <UsersRoute createsAdmin={false} />,
})
