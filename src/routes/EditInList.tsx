/** The form of a lead, with the way to its neighbours in the list of the screen below. */
import type { ComponentProps } from 'react'
import { EditLead } from '../features/lead/form/EditLead.tsx'
import type { DeskPath } from './desk-path.ts'
import { useNeighbours } from './useNeighbours.ts'

interface EditInListProps extends Omit<ComponentProps<typeof EditLead>, 'neighbours'> {
  readonly path: DeskPath
  /** Opens the form of another lead in the place of this one. */
  readonly onGo: (uid: string) => void
}

export function EditInList({ path, onGo, ...form }: EditInListProps) {
  const { user, leadUid } = form
  const neighbours = useNeighbours({ user, path, form: leadUid, onGo })
  return <EditLead {...form} neighbours={neighbours} />
}
