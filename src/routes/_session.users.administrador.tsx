/** /users/administrador: a new administrator, over the list of users. docs/rules.md#users */
import { createFileRoute } from '@tanstack/react-router'
import { UsersRoute } from './-UsersRoute.tsx'

export const Route = createFileRoute('/_session/users/administrador')({
  component: () => <UsersRoute createsAdmin />,
})
