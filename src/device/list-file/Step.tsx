/** A step of an import, under its heading. */
import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  )
}
