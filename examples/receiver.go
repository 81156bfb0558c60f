// Takes webhooks: WEBHOOK_SECRETS=<secret>[,<former secret>] PORT=3000 go run examples/receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
)

const maxBytes = 1 << 20

// Whether one of the secrets signed the body; the comparison takes the same time for all.
func isSigned(body []byte, header string, secrets []string) bool {
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write(body)
		if hmac.Equal([]byte(header), []byte("sha256="+hex.EncodeToString(mac.Sum(nil)))) {
			return true
		}
	}
	return false
}

func main() {
	secrets := strings.FieldsFunc(os.Getenv("WEBHOOK_SECRETS"), func(letter rune) bool { return letter == ',' })
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	// Ids of events that were handled; a real receiver keeps them in its database, with what it did.
	var handled sync.Map
	http.HandleFunc("POST /", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBytes))
		if err != nil || !isSigned(body, request.Header.Get("X-Service-Signature"), secrets) {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		if _, known := handled.LoadOrStore(request.Header.Get("X-Service-Delivery"), true); !known {
			fmt.Printf("%s %s\n", request.Header.Get("X-Service-Event"), body)
		}
		response.WriteHeader(http.StatusNoContent)
	})
	listener, err := net.Listen("tcp", ":"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on port %s\n", port)
	log.Fatal(http.Serve(listener, nil))
}
