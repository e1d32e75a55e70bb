/** Opens the view of the lead that the address names, each time it names one, and closes it when it names none. */
import { useState } from 'react'
import type { Lead } from '../../domain/lead/lead.ts'
import type { Dialog } from '../../ui/useDialog.ts'

interface AddressedLead {
  /** Number in the address. */
  readonly named: number | undefined
  /** The board's row of that lead. Undefined before the board has it, or when the device does not mirror it. */
  readonly lead: Lead | undefined
  readonly view: Dialog<Lead>
}

export function useAddressedLead({ named, lead, view }: AddressedLead): void {
  const [opened, setOpened] = useState<number | undefined>(undefined)
  if (named === undefined && opened !== undefined) {
    setOpened(undefined)
    view.close()
  }
  if (named !== undefined && named !== opened && lead?.id === named) {
    setOpened(named)
    view.open(lead)
  }
}
