/** The bell itself, with the number of new notices. */
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { CountedIcon } from '../../ui/CountedIcon.tsx'

interface BellButtonProps
  extends ActionIconProps,
    Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  readonly newCount: number
}

const labelOf = (newCount: number) =>
  newCount === 0 ? 'Avisos' : `Avisos, ${newCount} ${newCount === 1 ? 'novo' : 'novos'}`

export function BellButton({ newCount, ...props }: BellButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" {...props} aria-label={labelOf(newCount)}>
      <CountedIcon count={newCount}>
        <IconBell size={20} stroke={1.7} />
      </CountedIcon>
    </ActionIcon>
  )
}
