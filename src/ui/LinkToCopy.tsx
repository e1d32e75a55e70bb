/** A link in full, with the button that copies it. */
import { Button, Group, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import { useCopied } from './useCopied.ts'

export function LinkToCopy({ link }: { readonly link: string }) {
  const field = useRef<HTMLInputElement>(null)
  const { isCopied, copy } = useCopied(link, 'link')
  const onCopy = () => {
    // Where the browser refuses, the link is already selected.
    field.current?.select()
    void copy()
  }
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        ref={field}
        label="Link"
        value={link}
        readOnly
        flex="1 1 220px"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={onCopy}
        data-autofocus
      >
        {isCopied ? 'Copiado' : 'Copiar link'}
      </Button>
    </Group>
  )
}
