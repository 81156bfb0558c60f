import { describe, expect, it } from '@jest/globals';
import { addressRule, isNetwork } from './target.ts';

const mayCall = addressRule([]);

describe('the address rule', () => {
  it.each([
    ['this network', '0.0.0.0'],
    ['this network, end', '0.255.255.255'],
    ['private 10/8', '10.0.0.1'],
    ['private 172.16/12', '172.16.0.1'],
    ['private 172.16/12, end', '172.31.255.255'],
    ['private 192.168/16', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT, end', '100.127.255.255'],
    ['metadata of Alibaba, in carrier-grade NAT', '100.100.100.200'],
    ['loopback', '127.0.0.1'],
    ['loopback, end', '127.255.255.254'],
    ['link-local', '169.254.0.1'],
    ['metadata', '169.254.169.254'],
    ['metadata of Azure, in public space', '168.63.129.16'],
    ['protocol assignments', '192.0.0.1'],
    ['metadata of Oracle, in protocol assignments', '192.0.0.192'],
    ['documentation 1', '192.0.2.1'],
    ['documentation 2', '198.51.100.1'],
    ['documentation 3', '203.0.113.1'],
    ['benchmarking', '198.18.0.1'],
    ['benchmarking, end', '198.19.255.255'],
    ['6to4 relays', '192.88.99.1'],
    ['AS112', '192.175.48.1'],
    ['AMT', '192.52.193.1'],
    ['multicast', '224.0.0.1'],
    ['multicast, end', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 unspecified', '::'],
    ['IPv6 loopback', '::1'],
    ['IPv4-compatible', '::8.8.8.8'],
    ['IPv4-mapped, private', '::ffff:10.0.0.1'],
    ['IPv4-mapped, public', '::ffff:8.8.8.8'],
    ['IPv4-mapped in hexadecimal', '::ffff:a9fe:a9fe'],
    ['IPv4-translated', '::ffff:0:10.0.0.1'],
    ['NAT64', '64:ff9b::a00:1'],
    ['NAT64 of a site', '64:ff9b:1::a00:1'],
    ['discard-only', '100::1'],
    ['Teredo', '2001::1'],
    ['IPv6 benchmarking', '2001:2::1'],
    ['ORCHID', '2001:10::1'],
    ['ORCHIDv2', '2001:20::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['IPv6 documentation 2', '3fff::1'],
    ['6to4', '2002:a00:1::1'],
    ['AS112 for IPv6', '2620:4f:8000::1'],
    ['not handed out', '4000::1'],
    ['segment routing', '5f00::1'],
    ['unique local', 'fc00::1'],
    ['metadata of AWS, in unique local', 'fd00:ec2::254'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 link-local with a zone', 'fe80::1%eth0'],
    ['global with a zone', '2606:4700::1%eth0'],
    ['site-local', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['no address', 'localhost'],
    ['nothing', ''],
  ])('closes %s: %s', (_class, address) => {
    expect(mayCall(address, 443)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:200::1',
    '2a00:1450:4001::1',
  ])('lets %s through', (address) => {
    expect(mayCall(address, 443)).toBe(true);
  });

  it('opens the networks named on purpose, and nothing beside them', () => {
    const opened = addressRule(['10.1.0.0/16', '127.0.0.1', 'fd00:1::/32']);
    const may = (address: string) => opened(address, 443);
    expect(['10.1.2.3', '::ffff:10.1.2.3', '127.0.0.1', 'fd00:1::5'].map(may)).toEqual([true, true, true, true]);
    expect(['10.2.0.1', '::ffff:10.2.0.1', '127.0.0.2', 'fd00:2::5', '::1'].some(may)).toBe(false);
  });

  it('keeps ports closed in them, and only in them', () => {
    const opened = addressRule(['127.0.0.0/8', '::1'], [5432]);
    const own = ['127.0.0.1', '::ffff:127.0.0.1', '::1'];
    expect(own.map((address) => opened(address, 5432))).toEqual([false, false, false]);
    expect(own.map((address) => opened(address, 5433))).toEqual([true, true, true]);
    expect(opened('1.1.1.1', 5432)).toBe(true);
  });

  it('refuses what is no network', () => {
    expect(() => addressRule(['10.0.0.0/33'])).toThrow('10.0.0.0/33 is not a network');
    expect(['10.0.0.0/8', '10.0.0.1', '::1/128', 'fd00::/8'].every(isNetwork)).toBe(true);
    expect(['', '10.0.0', '10.0.0.0/', '10.0.0.0/-1', '::/129', 'fe80::1%eth0', 'localhost'].some(isNetwork)).toBe(
      false,
    );
  });
});
