import { Box, type MantineStyleProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Scrolls by the bar that the browser has. */
function NativeScrollArea({ mah, children }: { mah?: MantineStyleProps['mah']; children?: ReactNode }) {
  return (
    <Box mah={mah} className="scroll-y">
      {children}
    </Box>
  );
}

/** The build gives it to Mantine's lists of options in place of its own scroll area, of which they use only this. */
export const ScrollArea = Object.assign(NativeScrollArea, { Autosize: NativeScrollArea });
