/** The avatar in the top bar. */
import { Avatar, UnstyledButton, type UnstyledButtonProps, VisuallyHidden } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import classes from './AccountMenu.module.css'

interface AccountButtonProps
  extends UnstyledButtonProps,
    Omit<ComponentPropsWithRef<'button'>, keyof UnstyledButtonProps | 'name'> {
  /** The user's. */
  readonly name: string
}

/** First letters of the first and the last name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.charAt(0) ?? '')
  return letters.join('').toUpperCase()
}

export function AccountButton({ name, ...props }: AccountButtonProps) {
  return (
    <UnstyledButton {...props} className={classes.target}>
      <Avatar aria-hidden color="petrol" variant="filled" size={32}>
        {initials(name)}
      </Avatar>
      <VisuallyHidden>Conta de {name}</VisuallyHidden>
    </UnstyledButton>
  )
}
