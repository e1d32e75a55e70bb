/** /users/administrador: a new administrator, over the list of users. docs/rules.md#users */
import { createFileRoute } from '@tanstack/react-router'
import { usersSearchSchema } from '../features/administration/users/users-search.ts'
import { UsersRoute } from './-UsersRoute.tsx'

export const Route = createFileRoute('/_session/users/administrador')({
  validateSearch: usersSearchSchema,
  component: () => <UsersRoute createsAdmin />,
})
