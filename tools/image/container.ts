import { readFileSync } from 'node:fs';
import { execa } from 'execa';

/** Of the container's processes: the chart and the compose file name the same. */
const USER = 10_001;

/** A process in an unpacked image. */
export interface Contained {
  ended: Promise<{ exitCode?: number; stdout: string; all: string }>;
  /** Sends a signal to the process itself, as a container platform does. */
  signal(name: NodeJS.Signals): void;
}

/**
 * Runs a command in an unpacked image as a hardened container would: read-only root, a user without rights, no
 * capabilities, process 1 of its own; the network is the machine's.
 */
export function runContained(
  rootfs: string,
  environment: Record<string, string>,
  command: readonly string[],
): Contained {
  const variables = Object.entries({ PATH: '/usr/local/bin:/usr/bin:/bin', ...environment });
  const outer = execa(
    'bwrap',
    [
      ...['--ro-bind', rootfs, '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
      ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-user'],
      ...['--uid', String(USER), '--gid', String(USER), '--cap-drop', 'ALL'],
      ...['--chdir', '/app', '--clearenv', ...variables.flatMap(([name, value]) => ['--setenv', name, value])],
      ...['--as-pid-1', '--new-session', '--die-with-parent'],
      ...command,
    ],
    { all: true, reject: false, stdin: 'ignore' },
  );
  let hasEnded = false;
  void outer.then(() => {
    hasEnded = true;
  });
  return {
    ended: outer,
    signal(name) {
      if (hasEnded) return;
      // The outer process only waits; the command is its child, process 1 of the container.
      const [inner] = readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').split(' ');
      if (inner) process.kill(Number(inner), name);
    },
  };
}
