/**
 * The way back to the personal mode, on a device that was protected and has nobody's session any more. Where somebody's data is
 * sealed still, it stays sealed for all. docs/rules.md#protected-devices
 */
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { choosePersonal } from './personal-choice.ts'

export function PersonalChoice() {
  const [isChosen, setChosen] = useState(false)
  return (
    <Checkbox
      size="md"
      checked={isChosen}
      onChange={(event) => {
        const { checked } = event.currentTarget
        setChosen(checked)
        choosePersonal(checked)
      }}
      label="Deixar de proteger este aparelho"
      description="Só para um aparelho que ninguém mais usa. Sem marcar, o Farol continua cifrando os dados."
    />
  )
}
