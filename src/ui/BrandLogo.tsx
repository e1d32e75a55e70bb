/** The brokerage's logo, or the lighthouse if there is none. Both have a box of one height, so nothing moves when the logo loads. */
import { useState } from 'react'
import classes from './BrandLogo.module.css'
import { Logo } from './Logo.tsx'

interface BrandLogoProps {
  /** The path of the picture. */
  readonly logo: string | null
  readonly height: number
  /** Of a wide picture. */
  readonly maxWidth: number
}

export function BrandLogo({ logo, height, maxWidth }: BrandLogoProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (logo === null || logo === broken) return <Logo size={height} />
  return (
    <span className={classes.tile} style={{ height, maxWidth }}>
      {/* The name is beside it. */}
      <img className={classes.picture} src={logo} alt="" onError={() => setBroken(logo)} />
    </span>
  )
}
