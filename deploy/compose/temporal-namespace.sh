#!/bin/sh
# Creates the namespace, with 30 days of closed runs; fails, and is repeated, until the server answers.
set -eu
temporal operator namespace describe --namespace marketwright > /dev/null 2>&1 ||
  temporal operator namespace create --namespace marketwright --retention 720h
